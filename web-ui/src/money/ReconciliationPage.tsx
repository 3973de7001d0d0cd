export function ReconciliationPage() { return <h1>ReconciliationPage</h1>; }
