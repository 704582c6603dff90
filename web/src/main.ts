import { mount } from 'svelte'
import App from './App.svelte'
import './styles/base.css'
import { recallLanguage } from './words/choice.ts'

const target = document.getElementById('page')
if (!target) throw new Error('index.html has no element with the id "page".')

recallLanguage()
mount(App, { target })
