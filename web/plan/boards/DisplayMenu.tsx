import { EyeIcon, TriangleDownIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { cardParts, partNames, showPart, useCardParts } from './cards/display.ts'

/** The parts that cards show: stored in this browser, for all boards. */
export function DisplayMenu() {
  const shown = useCardParts()
  return (
    <Menu
      label="Display"
      placement="bottom-end"
      trigger={
        <Button variant="secondary" icon={<EyeIcon />}>
          Display <TriangleDownIcon />
        </Button>
      }
      items={partNames.map(part => ({
        kind: 'check',
        label: cardParts[part],
        checked: shown.has(part),
        onSelect: () => showPart(part, !shown.has(part)),
      }))}
    />
  )
}
