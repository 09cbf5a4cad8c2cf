/** @jest-environment jsdom */
test('the page', () => {
  document.body.innerHTML = '<button>0</button>';
  const button = document.querySelector('button');
  button.addEventListener('click', () => { button.textContent = Number(button.textContent) + 1; });
  button.click();
  button.click();
  expect(button.textContent).toBe('2');
  expect(new Function('return this')()).toBe(globalThis);
  expect([] instanceof Array).toBe(true);
});
