import two from 'two'; export default 'one imports ' + two;
