export default 'd beside the module';
