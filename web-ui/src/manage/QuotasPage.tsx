export function QuotasPage() { return <h1>QuotasPage</h1>; }
