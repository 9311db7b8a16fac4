import { render } from 'preact'
import { App } from './app.js'
import './preferences.js'
import { followLinks } from './place.js'
import { start } from './session.js'

document.addEventListener('click', followLinks)
// A sign-in link that is opened where the sign-in page is open already changes only the fragment.
addEventListener('hashchange', () => location.hash.startsWith('#code=') && location.reload())
render(<App />, document.getElementById('app')!)
void start()
