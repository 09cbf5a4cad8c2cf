export default 'value';
