import { render } from 'preact'
import { App } from './app.js'
import './preferences.js'
import { followLinks } from './place.js'
import { start } from './session.js'

document.addEventListener('click', followLinks)
render(<App />, document.getElementById('app')!)
void start()
