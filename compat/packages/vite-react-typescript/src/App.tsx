import { useState } from "react";
export function App({ name }: { name: string }) {
  const [count, setCount] = useState<number>(0);
  return <button onClick={() => setCount(count + 1)}>{name}: {count}</button>;
}
