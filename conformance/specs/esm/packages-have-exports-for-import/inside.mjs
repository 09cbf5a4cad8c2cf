export default 'inside';
