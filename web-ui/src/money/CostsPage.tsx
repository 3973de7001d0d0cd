export function CostsPage() { return <h1>CostsPage</h1>; }
