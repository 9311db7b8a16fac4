/**
 * The text that the synthetic voices read: everyday podcast talk, without digits, so that words can be
 * compared.
 */
export const SPOKEN_TEXT: readonly string[] = [
  'Hello and welcome to another episode of our show about the sea. My name is Anna, and today we talk about the people who keep the lighthouses running.',
  'Most of these towers have no keeper any more. A small computer switches the lamp on when the sun goes down, and it calls for help when something breaks.',
  'But a computer does not paint the walls, and it does not tell stories. So every summer a group of volunteers goes out to the islands to do both.',
  'Last week we went with them. The boat left early in the morning, the water was calm, and nobody was sick until we reached the open ocean.',
  'The first thing you notice when you arrive is the noise. Thousands of birds live on the rocks, and they do not like visitors at all.',
  'We asked the oldest member of the group why he comes back every year. He said that he likes to fix things that matter to people he will never meet.',
  'After the break we will hear how the lamps were made, why the glass is so expensive, and what happened in the great storm.',
  'If you enjoy this programme, please tell a friend about it. You can find all the links and a map of the island in the notes for this episode.',
  'There is one more question that many of you sent us by email. Can you rent a lighthouse for a holiday? Yes, you can, but bring your own food and a warm coat.',
  'Thank you for listening. We will be back in two weeks with a story about the biggest fish market in the world.',
]
