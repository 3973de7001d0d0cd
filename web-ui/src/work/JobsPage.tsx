export function JobsPage() { return <h1>JobsPage</h1>; }
