export function QueuePage() { return <h1>QueuePage</h1>; }
