export default 'b';
