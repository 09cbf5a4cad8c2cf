const v8 = require('v8');

const BROKEN = [
  '', '5f', 'ff105f', 'ff0f', 'ff0f22', 'ff0f6f', 'ff0f5e00', 'ff0f63035f', 'ff0f4102', 'ff0f560000', 'ff0f4eff',
  'ff0f72544d2205', 'ff0f6f22016149027b02', 'ff0f3b49023a02', 'ff0f5c0a056869', 'ff0f5c630100', 'ff0f42050001',
  'ff0f520161', 'ff0f522201617f', 'ff0f5222012b00', 'ff0f5a01', 'ff0f7e0201', 'ff0f4202000056570102', 'ff0f7400',
];
for (const hex of BROKEN) {
  try {
    console.log(hex, v8.deserialize(Buffer.from(hex, 'hex')));
  } catch (error) {
    console.log(hex, `${error.name}: ${error.message}`);
  }
}

for (const wrong of [() => v8.deserialize('text'), () => v8.Serializer(), () => v8.Deserializer(),
                     () => new v8.Serializer().writeRawBytes('x'), () => new v8.Serializer().transferArrayBuffer(1, 2),
                     () => new v8.Deserializer(Buffer.alloc(1)).readDouble(),
                     () => new v8.Deserializer(Buffer.alloc(0)).readUint32(),
                     () => new v8.Deserializer(Buffer.alloc(1)).readRawBytes(5)]) {
  try {
    wrong();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
