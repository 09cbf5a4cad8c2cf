export default 'a module';
