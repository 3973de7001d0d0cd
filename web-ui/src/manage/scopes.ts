/** What a token of a pipeline can be given, of what its giver may do: to run jobs, and to ask what is free and what it cost. */
export const SCOPES = ['job.submit', 'job.read', 'job.cancel', 'project.read', 'capacity.read', 'quota.read', 'cost.read'];
