export default 'space';
