export function AvailabilityPage() { return <h1>AvailabilityPage</h1>; }
