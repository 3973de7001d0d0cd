export function SubmitPage() { return <h1>SubmitPage</h1>; }
