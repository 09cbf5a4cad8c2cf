function warn() {
  process.emitWarning('traced');
}
warn();
