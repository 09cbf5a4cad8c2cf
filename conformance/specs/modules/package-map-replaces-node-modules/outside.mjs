import 'one';
