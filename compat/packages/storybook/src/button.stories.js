export default { title: 'Button', render: ({ label }) => `<button>${label}</button>` };

export const Plain = { args: { label: 'Press' } };
export const Long = { args: { label: 'Press this one for long' } };
