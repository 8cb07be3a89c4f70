/** The fields of an alert that a payload can have under other names, by the keys of the generic payload. */
export const mappedFields = [
  'title',
  'description',
  'severity',
  'service',
  'monitoring_tool',
  'hosts',
  'start_time',
  'end_time',
  'fingerprint',
  'gitlab_environment_name',
] as const
export type MappedField = (typeof mappedFields)[number]

export const mappedFieldLabels: Readonly<Record<MappedField, string>> = {
  title: 'Title',
  description: 'Description',
  severity: 'Severity',
  service: 'Service',
  monitoring_tool: 'Monitoring tool',
  hosts: 'Hosts',
  start_time: 'Start time',
  end_time: 'End time',
  fingerprint: 'Fingerprint',
  gitlab_environment_name: 'Environment',
}

/** Characters of a path, such as `event.labels[0].name`. */
export const longestPath = 255
