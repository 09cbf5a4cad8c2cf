import { buildSchema, graphql } from 'graphql';
const schema = buildSchema('type Query { add(a: Int!, b: Int!): Int, list: [String!] }');
console.log(JSON.stringify(await graphql({ schema, source: '{ add(a: 1, b: 2) list }', rootValue: { add: ({ a, b }) => a + b, list: async () => ['x', 'y'] } })));
console.log(JSON.stringify(await graphql({ schema, source: '{ none }' })));
