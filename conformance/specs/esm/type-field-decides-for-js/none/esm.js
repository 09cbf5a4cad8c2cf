export default 'detected';
