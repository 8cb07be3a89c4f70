import './events.ts'
import type { Slice } from '#server/slice.ts'
import { integrationFields } from './integrations/fields.ts'

export const alerts: Slice = {
  name: 'alerts',
  fields: () => {
    integrationFields()
  },
}
