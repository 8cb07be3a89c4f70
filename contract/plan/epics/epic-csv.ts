import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes } from '#contract/shapes.ts'
import { epicListFilters } from './epic-pages.ts'

const operation = operationsOf('Epics')

const input = Type.Object({ namespace: Type.String(), ...epicListFilters })

/** All epics that match the filter of a list, not only those of one page. */
export const downloadEpicsCsv = operation({
  name: 'downloadEpicsCsv',
  summary: 'Download the epics of a group that match a filter, as CSV',
  at: 'GET /groups/:namespace/-/epics/export_csv',
  input,
  reply: Bytes,
})

/** The same for a POST request, such as that of a form. */
export const exportEpicsCsv = operation({
  name: 'exportEpicsCsv',
  summary: 'Export the epics of a group that match a filter, as CSV',
  at: 'POST /groups/:namespace/-/epics/export_csv',
  status: 200,
  input,
  reply: Bytes,
})

/** The same, sent to the actor as the attachment of an email. */
export const mailEpicsCsv = operation({
  name: 'mailEpicsCsv',
  summary: 'Email yourself the epics of a group that match a filter, as CSV',
  at: 'POST /groups/:namespace/-/epics/export_csv/mail',
  status: 202,
  input,
  reply: Type.Object({ message: Type.String() }),
})
