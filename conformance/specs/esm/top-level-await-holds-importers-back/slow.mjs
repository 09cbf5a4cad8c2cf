console.log('slow starts');
export const value = await new Promise((resolve) => setTimeout(resolve, 20, 'slow'));
console.log('slow ends');
