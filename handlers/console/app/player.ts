import { webAddress } from './format.js'
import { session } from './session.js'
import { createStore } from './store.js'

/** The audio that is playing. `shift` converts times of the transcript to times of the audio. */
export interface Playable {
  id: string
  title: string
  podcast: string
  audioUrl: string
}

interface PlayerState {
  episode: Playable | null
  isPlaying: boolean
  /** Seconds of the audio. */
  time: number
  duration: number
  rate: number
  /** Audio time minus transcript time, from lining up. */
  shift: number
  problem: 'failed' | 'notSeekable' | null
  /** Places to mark on the track, in transcript time. */
  places: readonly number[]
}

const NOTHING: PlayerState = {
  episode: null,
  isPlaying: false,
  time: 0,
  duration: 0,
  rate: 1,
  shift: 0,
  problem: null,
  places: [],
}

export const player = createStore<PlayerState>(NOTHING)

const RATES = [1, 1.25, 1.5, 1.75, 2, 0.75]

// The audio's server is not contacted before the person presses play.
const audio = document.createElement('audio')
audio.preload = 'none'
let wanted: number | undefined

const shiftName = (id: string) => `overheard-shift ${id}`

/** Jumps work only if the audio's server supports ranges. Otherwise the player stays at its position and says so. */
function jump(seconds: number): void {
  const { seekable } = audio
  const canSeek = seekable.length > 0 && seekable.end(seekable.length - 1) > 0
  if (canSeek) audio.currentTime = Math.max(0, seconds)
  else if (seconds > 1) player.merge({ problem: 'notSeekable' })
}

audio.addEventListener('loadedmetadata', () => {
  player.merge({ duration: Number.isFinite(audio.duration) ? audio.duration : 0 })
  if (wanted !== undefined) jump(wanted)
  wanted = undefined
})
audio.addEventListener('durationchange', () => {
  if (Number.isFinite(audio.duration)) player.merge({ duration: audio.duration })
})
audio.addEventListener('timeupdate', () => player.merge({ time: audio.currentTime }))
audio.addEventListener('seeked', () => player.merge({ time: audio.currentTime }))
audio.addEventListener('play', () => player.merge({ isPlaying: true }))
audio.addEventListener('pause', () => player.merge({ isPlaying: false }))
audio.addEventListener('error', () => {
  if (player.get().episode) player.merge({ problem: 'failed', isPlaying: false })
})

async function play(): Promise<void> {
  try {
    await audio.play()
  } catch (error) {
    // A jump meanwhile aborts this call; the browser then plays by itself.
    if ((error as Error).name !== 'AbortError') player.merge({ problem: 'failed', isPlaying: false })
  }
}

let presses = 0

/** Call it when somebody presses Play before the episode is loaded. @returns tells whether nothing was pressed since */
export function pressPlay(): () => boolean {
  const press = ++presses
  return () => press === presses
}

/** Plays an episode from a time of its transcript, if it has audio that can be played. Marks places on the track. */
export function playFrom(episode: Playable, seconds: number, places?: readonly number[]): void {
  const url = webAddress(episode.audioUrl)
  if (!url) return
  presses++
  const state = player.get()
  if (state.episode?.id === episode.id && !audio.error) {
    player.merge({ problem: null, places: places ?? state.places })
    const target = seconds + state.shift
    if (audio.readyState > 0) jump(target)
    else wanted = target
  } else {
    const shift = Number(sessionStorage.getItem(shiftName(episode.id)) ?? 0)
    player.set({ ...NOTHING, rate: state.rate, episode, shift, places: places ?? [] })
    audio.src = url
    audio.defaultPlaybackRate = state.rate
    audio.playbackRate = state.rate
    wanted = seconds + shift
    tellSystem(episode)
  }
  void play()
}

export function togglePlaying(): void {
  if (!player.get().episode) return
  if (audio.paused) void play()
  else audio.pause()
}

/** Jumps to a time of the audio. */
export function seekTo(seconds: number): void {
  if (audio.readyState > 0) jump(Math.min(seconds, player.get().duration || seconds))
}

export function skip(seconds: number): void {
  seekTo(audio.currentTime + seconds)
}

export function nextRate(): void {
  const rate = RATES[(RATES.indexOf(player.get().rate) + 1) % RATES.length]!
  audio.playbackRate = rate
  player.merge({ rate })
}

/** Lines up: the listener hears the sentence that begins at `seconds` of the transcript. */
export function lineUp(seconds: number): void {
  setShift(audio.currentTime - seconds)
}

export function setShift(shift: number): void {
  const { episode } = player.get()
  if (!episode) return
  sessionStorage.setItem(shiftName(episode.id), String(shift))
  player.merge({ shift })
}

export function closePlayer(): void {
  presses++
  audio.pause()
  audio.removeAttribute('src')
  audio.load()
  player.set({ ...NOTHING, rate: player.get().rate })
}

// The sign-in page has no player to stop the audio with.
session.subscribe(({ status }) => {
  if (status === 'out') closePlayer()
})

/** For lock screens and the keys of a keyboard. */
function tellSystem({ title, podcast }: Playable): void {
  const media = navigator.mediaSession
  if (!media) return
  media.metadata = new MediaMetadata({ title, artist: podcast })
  media.setActionHandler('play', () => void play())
  media.setActionHandler('pause', () => audio.pause())
  media.setActionHandler('seekbackward', () => skip(-15))
  media.setActionHandler('seekforward', () => skip(30))
}
