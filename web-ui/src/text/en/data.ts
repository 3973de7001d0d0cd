export const data = {
  title: 'Data & secrets', lead: 'What jobs may use beside GPUs, by name. Data stays where it is, and values of secrets are never known here.',
  sources: 'Data', addSource: 'Add data', noSources: 'No data is named yet', noSourcesDetail: 'Jobs mount what is named here, or are told where it is.',
  secrets: 'Secrets', addSecret: 'Allow a secret', noSecrets: 'No secret is allowed yet', noSecretsDetail: 'A Secret that lies in the project’s namespace of each cluster can be allowed here by its name.',
  name: 'Name', project: 'Project', kind: 'Kind', place: 'Place', access: 'Access', readOnly: 'Read only', readWrite: 'Read and write', keys: 'Keys', secret: 'Secret with its keys', none: 'None',
  kinds: { CLAIM: 'Volume claim', OBJECT_STORE: 'Object store', NFS: 'NFS export', FOLDER: 'Folder of all nodes' },
  hints: {
    CLAIM: 'Name of a PersistentVolumeClaim in the project’s namespace', OBJECT_STORE: 's3://bucket/folder; the program reads it itself', NFS: 'server:/path',
    FOLDER: '/path, on each node of a Slurm cluster',
  },
  nameHint: 'As jobs call it', secretHint: 'The Secret’s name on the clusters', keysHint: 'Keys of it that jobs may name', readOnlyHint: 'Jobs may not write, whatever they ask for',
  added: (name: string) => `Jobs may use ${name}`, removed: (name: string) => `${name} is removed`, remove: 'Remove', removeAsk: (name: string) => `Remove ${name}?`,
  removeDetail: 'The data stays where it is. Jobs that were submitted before still use it.', removeSecretDetail: 'The Secret stays on the clusters. Jobs that were submitted before still use it.',
  taken: (name: string) => `The project has a ${name} already.`,
  form: {
    section: 'Data & secrets', source: 'Data', mountPath: 'Seen in', told: (variable: string) => `Told by ${variable}`, use: 'Use data', useSecret: 'Variable from a secret', variable: 'Variable', key: 'Secret and key',
    nothing: 'The project has named no data and no secrets.', name: 'Name them', removeData: (name: string) => `Do not use ${name || 'this'}`,
  },
  sourcesOf: {
    title: 'Sources', field: 'Field', value: 'Value', source: 'Comes from', asked: (value: string) => `asked: ${value}`,
    by: { SUBMITTED: 'Submission', MANIFEST: 'Manifest', DEFAULT: 'Default', PRIORITY_CLASS: 'Priority class', DATA_SOURCE: 'Data', FLAVOR: 'Flavor', POLICY: 'Scheduling policy', CLUSTER: 'Cluster' },
  },
};
