export function StatementsPage() { return <h1>StatementsPage</h1>; }
