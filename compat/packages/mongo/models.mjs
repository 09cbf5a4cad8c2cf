import mongoose from 'mongoose';
import { Server } from './server.mjs';
const server = new Server();
await mongoose.connect(await server.listen(), { autoIndex: false });
const log = [];
const people = new mongoose.Schema({
  _id: Number,
  name: { type: String, required: true, trim: true, minlength: 2 },
  age: { type: Number, min: 0 },
  tags: [String],
  address: new mongoose.Schema({ city: String }, { _id: false }),
  friend: { type: Number, ref: 'Person' },
}, { versionKey: false, toJSON: { virtuals: true }, id: false });
people.virtual('shout').get(function () { return this.name.toUpperCase(); });
people.pre('save', async function () { log.push(`before ${this.name}`); });
people.post('save', (document) => { log.push(`after ${document.name}`); });
people.methods.greet = function () { return `I am ${this.name}`; };
people.statics.adults = function () { return this.find({ age: { $gt: 17 } }).sort({ age: 1 }); };
const Person = mongoose.model('Person', people);
await Person.create({ _id: 1, name: '  Änne ', age: 30, tags: ['a', 'b'], address: { city: 'Köln' } });
const second = new Person({ _id: 2, name: 'Bo', age: '12', friend: 1 });
await second.save();
console.log(second.greet(), second.isModified(), JSON.stringify(second));
await new Person({ _id: 3, name: 'x', age: -1 }).save().catch((error) => console.log(error.name, Object.values(error.errors).map(({ kind, path }) => `${path} ${kind}`).join(', ')));
await Person.create({ _id: 1, name: 'again' }).catch((error) => console.log(error.name, error.code));
console.log(JSON.stringify(await Person.adults()), JSON.stringify(await Person.findById(2).populate('friend')));
second.set({ age: 40 });
console.log(second.modifiedPaths(), (await second.save()).age);
console.log(await Person.find().sort('-age').lean());
for await (const person of Person.find().cursor({ batchSize: 1 })) console.log(person.name);
console.log(await Person.findOneAndUpdate({ _id: 1 }, { $set: { age: 31 } }, { returnDocument: 'after' }).lean());
console.log(await Person.deleteOne({ _id: 2 }), await Person.countDocuments(), log.join('; '));
await Person.findById('not a number').catch((error) => console.log(error.name, error.path));
await mongoose.disconnect();
server.server.close();
