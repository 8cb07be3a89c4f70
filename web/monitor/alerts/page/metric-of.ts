interface Detail {
  readonly name: string
  readonly text: string
}

interface MetricOfAlert {
  readonly values: readonly Detail[]
  readonly links: readonly { readonly label: string; readonly href: string }[]
}

/** Links in the payloads of monitoring tools, by the path to each. */
const links: readonly (readonly [path: string, label: string])[] = [
  ['panelURL', 'Panel'],
  ['dashboardURL', 'Dashboard'],
  ['annotations.dashboard_url', 'Dashboard'],
  ['annotations.dashboard', 'Dashboard'],
  ['generatorURL', 'Graph'],
  ['imageURL', 'Image'],
]

const mostValues = 10

/** The values and links in the payload of an alert: those of Grafana's rules, or in annotations of Prometheus. */
export function metricOf(details: readonly Detail[]): MetricOfAlert {
  const textOf = (path: string) => details.find(({ name, text }) => name === path && text !== '')?.text
  const grafana = details
    .filter(({ name }) => name.startsWith('values.'))
    .map(({ name, text }) => ({ name: name.slice('values.'.length), text }))
  const single = textOf('annotations.value') ?? textOf('valueString') ?? textOf('value')
  const values = grafana.length > 0 ? grafana : single === undefined ? [] : [{ name: 'Value', text: single }]
  const found = links.flatMap(([path, label]) => {
    const href = textOf(path)
    return href === undefined ? [] : [{ label, href }]
  })
  return {
    values: values.slice(0, mostValues),
    links: found.filter(({ label }, index) => found.findIndex(each => each.label === label) === index),
  }
}
