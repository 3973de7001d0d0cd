/** What a token of a pipeline can be given, of what its giver may do. */
export const SCOPES = ['job.submit', 'job.read', 'job.cancel', 'capacity.read', 'quota.read', 'cost.read'];
