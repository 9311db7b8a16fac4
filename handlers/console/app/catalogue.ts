import { api, bodyOf } from './api.js'
import { remembered, useLoad } from './load.js'

// What several pages load. Each is cached under one name, so that the second page costs no request.

/** @param id empty: nothing is requested */
export const usePodcast = (id: string) =>
  useLoad(id ? `podcast ${id}` : undefined, (signal) =>
    bodyOf(api.GET('/podcasts/{podcast_id}', { params: { path: { podcast_id: id } }, signal })),
  )

const episodeName = (id: string) => `episode ${id}`
const askEpisode = (id: string, signal?: AbortSignal) =>
  bodyOf(api.GET('/episodes/{episode_id}', { params: { path: { episode_id: id } }, signal }))

export const useEpisode = (id: string) => useLoad(episodeName(id), (signal) => askEpisode(id, signal))
export const rememberedEpisode = (id: string) => remembered(episodeName(id), () => askEpisode(id))
