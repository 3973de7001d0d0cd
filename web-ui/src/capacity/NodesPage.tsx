export function NodesPage() { return <h1>NodesPage</h1>; }
