'use strict';
class Shape {
  constructor() { this.area; }
  get area() { return Shape.measure(this); }
  static measure(shape) { return [shape].map((s) => s.corners()); }
  corners() { throw new RangeError('no corners'); }
}
new Shape();
