import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { usePageActions } from '#web/ui/actions/page-actions.ts'
import { useGoTo } from './route.tsx'

/** Offer the items of a menu in the palette, too. @param noun  what they act on, where their words do not say so */
export function useMenuActions(items: readonly MenuItem[], noun: string): void {
  const goTo = useGoTo()
  usePageActions(() =>
    items.flatMap(item => {
      if (!('onSelect' in item || 'href' in item) || item.disabled) return []
      const label = item.label.includes(' ') ? item.label : `${item.label} ${noun}`
      return [{ label, run: 'href' in item ? () => goTo(item.href) : item.onSelect }]
    }),
  )
}
