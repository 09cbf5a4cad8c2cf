export default "d";
