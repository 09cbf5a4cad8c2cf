'use strict';
// A network of one-way constraints, planned and executed again after every change: polymorphic calls,
// small arrays, a lot of short-lived objects.
class Variable {
  constructor(value) {
    this.value = value;
    this.readers = [];
    this.writer = null;
    this.mark = 0;
  }
}

class Constraint {
  constructor(inputs, output) {
    this.inputs = inputs;
    this.output = output;
    output.writer = this;
    for (const input of inputs) input.readers.push(this);
  }
}
class Equal extends Constraint {
  execute() { this.output.value = this.inputs[0].value; }
}
class Scale extends Constraint {
  constructor(input, factor, offset, output) {
    super([input], output);
    this.factor = factor;
    this.offset = offset;
  }
  execute() { this.output.value = (this.inputs[0].value * this.factor + this.offset) % 65_521; }
}
class Sum extends Constraint {
  execute() {
    let sum = 0;
    for (const input of this.inputs) sum += input.value;
    this.output.value = sum % 65_521;
  }
}
class Greatest extends Constraint {
  execute() { this.output.value = this.inputs.reduce((a, b) => (b.value > a ? b.value : a), -Infinity); }
}

let mark = 0;
function plan(changed) {
  mark++;
  const steps = [];
  const visit = (variable) => {
    for (const constraint of variable.readers) {
      if (constraint.output.mark === mark) continue;
      constraint.output.mark = mark;
      visit(constraint.output);
      steps.push(constraint);
    }
  };
  visit(changed);
  return steps.reverse();
}

function network(width, depth) {
  let layer = Array.from({ length: width }, (_, i) => new Variable(i));
  const inputs = layer;
  for (let level = 0; level < depth; level++) {
    layer = layer.map((variable, i) => {
      const output = new Variable(0);
      const neighbour = layer[(i + 1) % width];
      switch (level % 4) {
        case 0: new Scale(variable, 3, level, output); break;
        case 1: new Sum([variable, neighbour], output); break;
        case 2: new Equal([variable], output); break;
        default: new Greatest([variable, neighbour], output);
      }
      return output;
    });
  }
  return { inputs, outputs: layer };
}

const start = performance.now();
const { inputs, outputs } = network(40, 40);
let total = 0;
for (let round = 0; round < 24_000; round++) {
  const changed = inputs[round % inputs.length];
  changed.value = round;
  for (const constraint of plan(changed)) constraint.execute();
  total = (total + outputs[round % outputs.length].value) % 1_000_003;
}
if (total !== 221_620) throw new Error(total);
console.log(JSON.stringify({ ms: performance.now() - start }));
