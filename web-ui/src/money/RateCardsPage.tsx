export function RateCardsPage() { return <h1>RateCardsPage</h1>; }
