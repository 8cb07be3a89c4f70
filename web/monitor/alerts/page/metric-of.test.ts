import { expect, test } from 'vitest'
import { metricOf } from './metric-of.ts'

const details = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, text]) => ({ name, text }))

test('the metric of an alert of Grafana has its values and the links to its panel, dashboard and graph', () => {
  const given = {
    'values.A': '97.2',
    'values.B': '1',
    valueString: '[ var=A ]',
    panelURL: 'https://g/p',
    dashboardURL: 'https://g/d',
  }
  expect(metricOf(details({ ...given, generatorURL: 'https://g/r', 'labels.a': 'b' }))).toEqual({
    values: [
      { name: 'A', text: '97.2' },
      { name: 'B', text: '1' },
    ],
    links: [
      { label: 'Panel', href: 'https://g/p' },
      { label: 'Dashboard', href: 'https://g/d' },
      { label: 'Graph', href: 'https://g/r' },
    ],
  })
})

test('the metric of an alert of Prometheus has the value of its annotation, and one dashboard', () => {
  const given = {
    'annotations.value': '0.93',
    'annotations.dashboard': 'https://a',
    'annotations.dashboard_url': 'https://b',
  }
  expect(metricOf(details({ ...given, generatorURL: '' }))).toEqual({
    values: [{ name: 'Value', text: '0.93' }],
    links: [{ label: 'Dashboard', href: 'https://b' }],
  })
})

test('an alert without values and links has no metric', () => {
  expect(metricOf(details({ 'labels.severity': 'high' }))).toEqual({ values: [], links: [] })
})
