import { expect, test } from 'vitest'
import { chosenOrder, orderChoice } from './order-choice.ts'

test('INCIDENT-013 the order of the list of incidents is remembered apart from that of issues', () => {
  const choices = ['compact-rows', orderChoice('issue', 'due_date', 'asc'), orderChoice('incident', 'severity', 'desc')]
  expect(chosenOrder('issue', choices)).toEqual({ order_by: 'due_date', sort: 'asc' })
  expect(chosenOrder('incident', choices)).toEqual({ order_by: 'severity', sort: 'desc' })
  expect(chosenOrder('incident', choices.slice(0, 2))).toBeNull()
})
