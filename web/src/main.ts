import { mount } from 'svelte'
import App from './App.svelte'
import './styles/base.css'
import { language } from './words/language.svelte.ts'

const target = document.getElementById('page')
if (!target) throw new Error('index.html has no element with the id "page".')

language.recall()
mount(App, { target })
