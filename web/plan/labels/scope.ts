/** `priority` of `priority::high`; null for a label without a scope. The last `::` divides. @source LABEL-007 */
export function scopeOf(title: string): string | null {
  const divider = title.lastIndexOf('::')
  return divider > 0 && divider < title.length - 2 ? title.slice(0, divider) : null
}

/** Labels in the order they were chosen, of one scope only the last. @source LABEL-008 */
export function withLabels<L extends { readonly name: string }>(labels: readonly L[]): readonly L[] {
  return labels.filter((label, at) => {
    const scope = scopeOf(label.name)
    return scope === null || !labels.some((later, place) => place > at && scopeOf(later.name) === scope)
  })
}
