import { createStore } from './store.js'

/** Whether the transcript scrolls with the audio; possible where its times were measured. */
export const following = createStore({ isOn: true, isPossible: false })
