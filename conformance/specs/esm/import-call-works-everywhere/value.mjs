console.log('value runs');
export default { value: true };
