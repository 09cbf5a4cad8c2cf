function thrower() {
  throw 'text';
}
thrower();
