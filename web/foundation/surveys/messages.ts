export const messages = {
  question: 'How do you like Weft?',
  lowest: 'Not at all',
  highest: 'Very much',
  rating: (value: number) => (value === 1 ? '1, not at all' : value === 5 ? '5, very much' : String(value)),
  readers: 'Administrators see your answer and name.',
  thanks: 'Thank you for your answer',
  soon: 'People are asked after they close an issue or merge a merge request.',
  fetchAnswers: 'Could not load the answers.',
  disabled: 'The survey is turned off. People are not asked until you turn it on in the settings.',
}
