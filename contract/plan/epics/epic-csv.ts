import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes } from '#contract/shapes.ts'
import { epicListFilters } from './epic-pages.ts'

const operation = operationsOf('Epics')

const input = Type.Object({ namespace: Type.String(), ...epicListFilters })

/** The epics that a list shows, all its pages, as a file. */
export const downloadEpicsCsv = operation({
  name: 'downloadEpicsCsv',
  summary: 'Download the epics of a group that a filter finds as CSV',
  at: 'GET /groups/:namespace/-/epics/export_csv',
  input,
  reply: Bytes,
})

/** The same by a form. */
export const exportEpicsCsv = operation({
  name: 'exportEpicsCsv',
  summary: 'Export the epics of a group that a filter finds as CSV',
  at: 'POST /groups/:namespace/-/epics/export_csv',
  status: 200,
  input,
  reply: Bytes,
})

/** The same as the attachment of an email to the person who asks. */
export const mailEpicsCsv = operation({
  name: 'mailEpicsCsv',
  summary: 'Send the epics of a group that a filter finds to your email address as CSV',
  at: 'POST /groups/:namespace/-/epics/export_csv/mail',
  status: 202,
  input,
  reply: Type.Object({ message: Type.String() }),
})
